/** Stands for Taro's copies of a browser's addresses: a mini-program has pages instead, and nothing of ours reads them. */
class Nowhere {
  trigger(): void {}
}

export { Nowhere as History, Nowhere as Location, Nowhere as TaroURLProvider, Nowhere as URLSearchParams }

export function parseUrl(): Record<string, never> {
  return {}
}
