import Taro from '@tarojs/taro'
import type { Platform } from '../Platform'

/** WeChat also reports the first appearance after the start, which is no return. */
function onShow(listener: () => void): () => void {
  let isHidden = false
  const handleHide = () => {
    isHidden = true
  }
  const handleShow = () => {
    if (isHidden) listener()
    isHidden = false
  }
  Taro.onAppHide(handleHide)
  Taro.onAppShow(handleShow)
  return () => {
    Taro.offAppHide(handleHide)
    Taro.offAppShow(handleShow)
  }
}

export function createLifecycle(): Pick<Platform, 'boot' | 'onShow'> {
  return { boot: () => undefined, onShow }
}
