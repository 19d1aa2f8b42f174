import Taro from '@tarojs/taro'
import type { OnNetwork } from '../../Platform'

/** WeChat reports a weak network since library 2.21. */
export const onNetwork: OnNetwork = (listener) => {
  let type = 'unknown'
  let isWeak = false
  const notify = () => listener(type === 'none' ? 'offline' : isWeak || type === '2g' ? 'weak' : 'online')
  const onTypeChange = ({ networkType }: { networkType: string }) => {
    type = networkType
    notify()
  }
  const onWeakChange = ({ weakNet }: { weakNet: boolean }) => {
    isWeak = weakNet
    notify()
  }
  Taro.onNetworkStatusChange(onTypeChange)
  Taro.onNetworkWeakChange?.(onWeakChange)
  void Taro.getNetworkType().then(onTypeChange, () => undefined)
  return () => {
    Taro.offNetworkStatusChange(onTypeChange)
    Taro.offNetworkWeakChange?.(onWeakChange)
  }
}
