/** What screens take from Taro, where none of its pages is around them: the page stays on top, and was opened without parameters. */
export const useDidShow = (): void => {}
export const useDidHide = (): void => {}
export const getEnv = () => 'TEST'
export const getCurrentInstance = () => ({ router: { params: {} } })

export default {
  getEnv,
  setNavigationBarColor: async (): Promise<void> => {},
  setBackgroundColor: async (): Promise<void> => {},
}
