import Taro from '@tarojs/taro'
import type { Platform } from '../Platform'

/** WeChat also tells the first appearance after the start, which is no coming back. */
function onShow(listener: () => void): () => void {
  let away = false
  const hidden = () => {
    away = true
  }
  const shown = () => {
    if (away) listener()
    away = false
  }
  Taro.onAppHide(hidden)
  Taro.onAppShow(shown)
  return () => {
    Taro.offAppHide(hidden)
    Taro.offAppShow(shown)
  }
}

export function createLifecycle(): Pick<Platform, 'boot' | 'onShow'> {
  return { boot: () => undefined, onShow }
}
