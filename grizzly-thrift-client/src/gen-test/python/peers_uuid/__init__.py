__all__ = ['ttypes', 'constants', 'UuidPeers']
