import Taro from '@tarojs/taro'

const SCAN = 'satchel-scan-'

/** The path of a file that a scan makes. */
export function scanPath(name: string): string {
  return `${Taro.env.USER_DATA_PATH}/${SCAN}${name}`
}

export function isScanFile(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith(scanPath(''))
}
