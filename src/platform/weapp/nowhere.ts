/** Replaces Taro's copies of the browser's address classes: a mini-program has pages instead, and our code reads none of them. */
class Nowhere {
  trigger(): void {}
}

export { Nowhere as History, Nowhere as Location, Nowhere as TaroURLProvider, Nowhere as URLSearchParams }

export function parseUrl(): Record<string, never> {
  return {}
}
