import { Text } from '@tarojs/components'

export type IconName =
  | 'arrow-up-down'
  | 'bell'
  | 'building-2'
  | 'camera'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clock'
  | 'cloud-off'
  | 'copy'
  | 'download'
  | 'ellipsis'
  | 'eye'
  | 'file'
  | 'folder-input'
  | 'folder-plus'
  | 'image'
  | 'info'
  | 'link'
  | 'list-checks'
  | 'lock'
  | 'log-out'
  | 'message-circle'
  | 'message-square'
  | 'mic'
  | 'minus'
  | 'pause'
  | 'pencil'
  | 'play'
  | 'plus'
  | 'qr-code'
  | 'refresh-cw'
  | 'search'
  | 'send'
  | 'share-2'
  | 'star'
  | 'star-filled'
  | 'trash-2'
  | 'type'
  | 'undo-2'
  | 'user'
  | 'user-plus'
  | 'users'
  | 'x'

interface Props {
  name: IconName
  /** px; 24 when absent. */
  size?: number
}

/** A decorative drawing: its container has the accessible name. */
export function Icon({ name, size }: Props) {
  return <Text className={`icon icon-${name}`} style={size ? { width: `${size}px`, height: `${size}px` } : undefined} />
}
