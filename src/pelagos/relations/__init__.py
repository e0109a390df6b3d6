"""Relations: constraints beyond the joints of the tree, one file each. See `contract`."""
