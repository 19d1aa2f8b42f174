import Taro from '@tarojs/taro'
import type { OnNetwork } from '../../Platform'

/** WeChat tells of weakness since library 2.21. */
export const onNetwork: OnNetwork = (listener) => {
  let type = 'unknown'
  let isWeak = false
  const tell = () => listener(type === 'none' ? 'offline' : isWeak || type === '2g' ? 'weak' : 'online')
  const turned = ({ networkType }: { networkType: string }) => {
    type = networkType
    tell()
  }
  const weakened = ({ weakNet }: { weakNet: boolean }) => {
    isWeak = weakNet
    tell()
  }
  Taro.onNetworkStatusChange(turned)
  Taro.onNetworkWeakChange?.(weakened)
  void Taro.getNetworkType().then(turned, () => undefined)
  return () => {
    Taro.offNetworkStatusChange(turned)
    Taro.offNetworkWeakChange?.(weakened)
  }
}
