"""What an image is made of, read from its disassembly and line tables, and followed as it runs."""
