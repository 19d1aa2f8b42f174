import Taro from '@tarojs/taro'
import type { Platform } from '../Platform'

/** Reports returns to the foreground. Ignores WeChat's first event, which reports the start of the app. */
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
