"""Builds the site from site/src/pages and the reports of site/results into site/target/site. Started by .ci/site.

The pages are written so that a forge shows them. Here, links to sources become links to the API documentation, and
blocks for Maven and Gradle that follow each other become tabs. Synonyms are added to the search index.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

SITE = Path(__file__).resolve().parent
PAGES = SITE / "target/pages"
OUTPUT = SITE / "target/site"

SOURCE = re.compile(r"\]\((?:\.\./){3}[\w/-]+/src/main/java(?:/([\w/]+?)(\.java)?(?:#\w+)?)?\)")
RESULTS = re.compile(r"\]\((?:\.\./){2}results/")
FROM_RESULTS = re.compile(r"\]\((?:\.\./){2}src/pages/")
TABS = re.compile(r"^\*\*(Maven)\*\*\n\n(```.*?^```\n)\n\*\*(Gradle)\*\*\n\n(```.*?^```\n)", re.M | re.S)

# Each line has words for one thing: a section about one of them is also found by the others.
SYNONYMS = [
    ["back-pressure", "backpressure", "flow control"],
    ["drain", "graceful shutdown", "graceful stop", "shut down"],
    ["deadline", "timeout", "time-out", "call timeout"],
    ["hedge", "hedging", "speculative call", "backup request"],
    ["ejected", "circuit breaker", "outlier detection", "outlier"],
    ["overload", "load shedding", "shed load", "throttling", "rate limit"],
    ["concurrencylimit", "concurrency limit", "adaptive limit"],
    ["thread pool", "executor", "worker pool", "executorservice"],
    ["in flight", "outstanding", "pending calls"],
    ["balancer", "load balancing", "load balancer", "round robin"],
    ["where endpoints come from", "service discovery", "resolver"],
    ["tls", "ssl", "https", "mtls", "mutual tls", "certificate"],
    ["sasl", "kerberos", "gssapi", "keytab"],
    ["authorizer", "authorization", "acl", "permissions", "rbac"],
    ["authenticator", "authentication", "login", "password"],
    ["jul", "java.util.logging", "slf4j", "logback", "log4j", "logging"],
    ["micrometer", "prometheus", "metrics", "monitoring", "grafana"],
    ["opentelemetry", "tracing", "trace", "span", "distributed tracing"],
    ["readiness", "liveness", "health check", "probe"],
    ["zlib", "zstd", "compression", "compressed", "gzip"],
    ["frame size", "maxframebytes", "message size", "too large"],
    ["file descriptor", "ulimit", "too many open files"],
    ["virtual thread", "loom", "project loom"],
    ["head-of-line", "head of line blocking", "slow call"],
    ["throughput", "calls/s", "performance", "benchmark", "qps"],
    ["latency", "p99", "percentile"],
    ["pooled connections", "connection pool", "pooling"],
    ["idempotent", "retry", "retries"],
    ["dependencies", "maven", "gradle", "coordinates"],
    ["osgi", "jpms", "module path", "bundle"],
]


# A section is about a word that its title has, or that its text has so often.
ENOUGH = 3
CLASS = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")

# The search finds the pages, not the reports: these repeat the words of the results.
NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n"


def tabs(match: re.Match) -> str:
    text = ""
    for title, block in ((match[1], match[2]), (match[3], match[4])):
        indented = "".join("    " + line if line.strip() else line for line in block.splitlines(True))
        text += f'=== "{title}"\n\n{indented}\n'
    return text


def api(match: re.Match) -> str:
    if match[1] is None:
        return "](api/index.html)"
    return f"](api/{match[1]}.html)" if match[2] else f"](api/{match[1]}/package-summary.html)"


def stage() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(SITE / "src/pages", PAGES)
    for page in PAGES.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        text = TABS.sub(tabs, RESULTS.sub("](results/", SOURCE.sub(api, text)))
        page.write_text(text, encoding="utf-8")
    for report in (SITE / "results").glob("*/report.md"):
        folder = PAGES / "results" / report.parent.name
        folder.mkdir(parents=True)
        for chart in report.parent.glob("*.svg"):
            shutil.copy(chart, folder)
        text = FROM_RESULTS.sub("](../../", report.read_text(encoding="utf-8"))
        (folder / "report.md").write_text(NOT_SEARCHED + text, encoding="utf-8")
    shutil.copy(SITE / "site.css", PAGES)
    shutil.copy(sys.argv[1], PAGES / "mermaid.min.js")


def add_synonyms() -> None:
    file = OUTPUT / "search.json"
    index = json.loads(file.read_text(encoding="utf-8"))
    for item in index["items"]:
        title, text = item["title"].lower(), item["text"].lower()
        more = []
        for words in SYNONYMS:
            counts = [title.count(word) * ENOUGH + text.count(word) for word in words]
            if max(counts) >= ENOUGH:
                more += [word for word, count in zip(words, counts) if count == 0]
        for name in CLASS.findall(item["title"]):
            more += [name[start.start() :] for start in re.finditer("[A-Z]", name) if start.start() > 0]
        if more:
            item["text"] += f"<p>Also: {', '.join(more)}</p>"
    file.write_text(json.dumps(index), encoding="utf-8")


stage()
shutil.rmtree(OUTPUT, ignore_errors=True)
subprocess.run([Path(sys.executable).parent / "zensical", "build", "--config-file", SITE / "mkdocs.yml"], check=True)
add_synonyms()
if (SITE / "target/apidocs").is_dir():
    shutil.copytree(SITE / "target/apidocs", OUTPUT / "api")
