/** More than any editor writes before a body. */
const maxHeaderBytes = 16_384;

/** What frames messages in a stream: headers, an empty line, and as many bytes of JSON as `Content-Length` says. */
export class MessageReader {
  #parts: Buffer[] = [];
  #available = 0;
  /** Of the body whose headers have been read. */
  #bodyLength: number | undefined;

  /** The bodies that are whole by now. Throws where no message can begin: nothing says where the next one would. */
  read(chunk: Buffer): readonly string[] {
    this.#parts.push(chunk);
    this.#available += chunk.length;
    const bodies: string[] = [];
    for (let body = this.#next(); body !== undefined; body = this.#next()) bodies.push(body);
    return bodies;
  }

  #next(): string | undefined {
    this.#bodyLength ??= this.#headers();
    if (this.#bodyLength === undefined || this.#available < this.#bodyLength) return undefined;
    const body = this.#take(this.#bodyLength).toString('utf8');
    this.#bodyLength = undefined;
    return body;
  }

  #headers(): number | undefined {
    const all = this.#joined();
    const end = all.indexOf('\r\n\r\n');
    if (end > maxHeaderBytes || (end < 0 && all.length > maxHeaderBytes)) throw new Error('no end of the headers');
    if (end < 0) return undefined;
    const length = /^content-length:\s*(\d+)\s*$/im.exec(this.#take(end + 4).toString('latin1'))?.[1];
    if (length === undefined) throw new Error('no Content-Length');
    return Number(length);
  }

  #take(length: number): Buffer {
    const all = this.#joined();
    this.#available -= length;
    this.#parts = this.#available === 0 ? [] : [all.subarray(length)];
    return all.subarray(0, length);
  }

  #joined(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0] ?? Buffer.alloc(0);
  }
}
