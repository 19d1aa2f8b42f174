/** What screens take from Taro, where none of its pages is around them: the page stays on top, and was opened without parameters. */
export const useDidShow = (listener: () => void): void => void heard.show.push(listener)
export const useDidHide = (listener: () => void): void => void heard.hide.push(listener)
export const getEnv = () => 'TEST'
export const getCurrentInstance = () => ({ router: { params: {} } })

let card: (() => object) | undefined
export const useShareAppMessage = (write: () => object): void => void (card = write)
/** What the page that was drawn last says where it is forwarded. */
export const forwardedCard = (): object | undefined => card?.()

const heard: Record<'show' | 'hide', (() => void)[]> = { show: [], hide: [] }

/** Another page comes over the one that is shown, or goes again. */
export function pageTurns(to: 'show' | 'hide'): void {
  for (const listener of heard[to].splice(0)) listener()
}

/** Nothing is laid out: no place is told. */
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
