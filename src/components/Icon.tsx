import { Text } from '@tarojs/components'

export type IconName =
  | 'arrow-up-down' | 'building-2' | 'camera' | 'check' | 'chevron-down' | 'chevron-left' | 'chevron-right' | 'clock' | 'cloud-off' | 'copy'
  | 'download' | 'ellipsis' | 'eye' | 'file' | 'folder-plus' | 'globe' | 'house' | 'image' | 'info' | 'link' | 'lock' | 'log-out'
  | 'message-circle' | 'message-square' | 'moon' | 'pause' | 'pencil' | 'play' | 'plus' | 'refresh-cw' | 'search' | 'share' | 'star'
  | 'star-filled' | 'trash-2' | 'triangle-alert' | 'upload' | 'user' | 'users' | 'x'

interface Props {
  name: IconName
  /** px; 24 when absent. */
  size?: number
}

/** A drawing without a meaning of its own: whatever holds it carries the name. */
export function Icon({ name, size }: Props) {
  return <Text className={`icon icon-${name}`} style={size ? { width: `${size}px`, height: `${size}px` } : undefined} />
}
