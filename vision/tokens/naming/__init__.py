"""The tokens' names: from their colours, and from their prints."""
