/** ms without a transferred byte after which a connection counts as dead */
export const STALLED = 45_000
