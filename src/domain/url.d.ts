/** The part of URLSearchParams that Node and every browser have. A mini-program has none: only addresses of H5 are read with it. */
interface URLSearchParams {
  get(name: string): string | null
  has(name: string): boolean
  delete(name: string): void
  toString(): string
}
declare const URLSearchParams: { new (init?: string | URLSearchParams): URLSearchParams }
