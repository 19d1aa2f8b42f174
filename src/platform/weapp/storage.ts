import Taro from '@tarojs/taro'
import { createJsonStorage } from '../jsonStorage'
import type { Platform } from '../Platform'

/** WeChat keeps 1 MB a key and 10 MB together, and throws beyond. */
export function createStorage(): Platform['storage'] {
  return createJsonStorage({
    get: (key) => Taro.getStorageSync<string>(key),
    set: (key, text) => Taro.setStorageSync(key, text),
    remove: (key) => Taro.removeStorageSync(key),
  })
}
