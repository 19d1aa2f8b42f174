import Taro from '@tarojs/taro'

/** Tells when WeChat has a new version at hand, and how to start anew with it. One that could not be had comes another time. */
export function onUpdate(listener: (apply: () => void) => void): void {
  const manager = Taro.getUpdateManager()
  manager.onUpdateReady(() => listener(() => manager.applyUpdate()))
}
