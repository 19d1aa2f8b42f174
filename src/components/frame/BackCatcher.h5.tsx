/** The browser's history already holds an entry for every overlay. */
export function BackCatcher(_: { depth: number; onLeave(): void }) {
  return null
}
