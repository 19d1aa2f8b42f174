import Taro from '@tarojs/taro'

/** Reports when WeChat has a new version ready, with the function that restarts with it. A failed update is retried another time. */
export function onUpdate(listener: (apply: () => void) => void): void {
  const manager = Taro.getUpdateManager()
  manager.onUpdateReady(() => listener(() => manager.applyUpdate()))
}
