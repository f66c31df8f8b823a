"""{{name}}: an MCP server that speaks the protocol versions 2025-11-25 and 2026-07-28."""

import sys

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel, Field

server = MCPServer("{{name}}")


class Sum(BaseModel):
    sum: float = Field(description="a + b")


@server.tool(title="Add", annotations={"readOnlyHint": True, "openWorldHint": False})
def add(
    a: float = Field(description="The first number"),
    b: float = Field(description="The second number"),
) -> Sum:
    """Adds two numbers. Use it for sums that have to be exact."""
    return Sum(sum=a + b)


# stdout belongs to the protocol: write logs to stderr.
if __name__ == "__main__":
    if "--http" in sys.argv:
        port = int(sys.argv[sys.argv.index("--http") + 1])
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
