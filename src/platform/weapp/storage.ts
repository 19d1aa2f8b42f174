import Taro from '@tarojs/taro'
import { createOwnedStorage } from '../ownedStorage'
import type { Platform } from '../Platform'

/** WeChat stores 1 MB per key and 10 MB in total, and throws beyond. @param onForget erases the leaving user's data elsewhere on the phone */
export function createStorage(onForget: () => void): Platform['storage'] {
  return createOwnedStorage(
    {
      get: (key) => Taro.getStorageSync<string>(key),
      set: (key, text) => Taro.setStorageSync(key, text),
      remove: (key) => Taro.removeStorageSync(key),
      keys: () => Taro.getStorageInfoSync().keys,
    },
    onForget,
  )
}
