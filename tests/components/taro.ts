/** The hooks that screens use from Taro, without its pages: the page stays on top, and was opened without parameters. */
export const useDidShow = (listener: () => void): void => void heard.show.push(listener)
export const useDidHide = (listener: () => void): void => void heard.hide.push(listener)
export const getEnv = () => 'TEST'
export const getCurrentInstance = () => ({ router: { params: {} } })

let card: (() => object) | undefined
export const useShareAppMessage = (write: () => object): void => void (card = write)
/** The card of the page that was drawn last. */
export const forwardedCard = (): object | undefined => card?.()

const heard: Record<'show' | 'hide', (() => void)[]> = { show: [], hide: [] }

/** Covers the shown page with another one, or shows it again. */
export function pageTurns(to: 'show' | 'hide'): void {
  for (const listener of heard[to].splice(0)) listener()
}

/** Nothing is laid out, so no position is reported. */
const query = {
  select: () => query,
  selectAll: () => query,
  fields: () => query,
  boundingClientRect: () => query,
  exec: () => undefined,
}

export default {
  getEnv,
  nextTick: (run: () => void): void => run(),
  createSelectorQuery: () => query,
  setNavigationBarColor: async (): Promise<void> => {},
  setBackgroundColor: async (): Promise<void> => {},
}
