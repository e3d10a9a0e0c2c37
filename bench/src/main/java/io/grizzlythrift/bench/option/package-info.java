/**
 * Shared by the options of all commands: the syntax of values, and the error messages for invalid ones.
 *
 * <pre>
 *   --name=TEXT --&gt; a converter: {@link io.grizzlythrift.bench.option.NamedValueConverter}, {@link io.grizzlythrift.bench.option.NumberConverter}, {@link io.grizzlythrift.bench.option.DurationConverter}, {@link io.grizzlythrift.bench.option.ReplyOrderConverter}
 *                       |          |
 *                       v          +--&gt; {@link io.grizzlythrift.bench.option.OptionErrors}: --name is TEXT, must be ...
 *                   the value                ^
 *                       |                    |
 *                       +--&gt; checks of records (bounds, names)
 * </pre>
 */
package io.grizzlythrift.bench.option;
