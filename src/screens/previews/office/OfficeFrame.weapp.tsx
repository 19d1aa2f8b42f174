import { WebView } from '@tarojs/components'
import type { OfficeFrameProps } from '../ViewerProps'

/**
 * The editor of a collaborative document (PREV-11) fills the page below WeChat's own bar. Office documents open in the phone's own viewer
 * (SystemViewer).
 */
export function OfficeFrame({ address, onShown, onFailed }: OfficeFrameProps) {
  return <WebView src={address} onLoad={onShown} onError={() => onFailed('network_error')} />
}
