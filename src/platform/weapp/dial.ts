import Taro from '@tarojs/taro'

/** WeChat asks before it calls. Declining is no failure. */
export function dial(number: string): void {
  void Taro.makePhoneCall({ phoneNumber: number, fail() {} })
}
