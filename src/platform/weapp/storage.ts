import Taro from '@tarojs/taro'
import { createOwnedStorage } from '../ownedStorage'
import type { Platform } from '../Platform'

/** WeChat keeps 1 MB a key and 10 MB together, and throws beyond. @param letGo of what lies elsewhere on the phone of a user who leaves */
export function createStorage(letGo: () => void): Platform['storage'] {
  return createOwnedStorage(
    {
      get: (key) => Taro.getStorageSync<string>(key),
      set: (key, text) => Taro.setStorageSync(key, text),
      remove: (key) => Taro.removeStorageSync(key),
      keys: () => Taro.getStorageInfoSync().keys,
    },
    letGo,
  )
}
