import { View } from '@tarojs/components'
import type { Tile as TileKind } from '@/domain/items/tiles'
import { Icon, type IconName } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { ProgressBar } from '../ui/ProgressBar'
import { Tile } from '../ui/Tile'
import './UploadRow.scss'

export interface UploadAction {
  icon: IconName
  label: string
  onPress(): void
}

interface Props {
  name: string
  tile: TileKind
  thumbnail?: string
  /** Below the name: progress, state or error. */
  line: string
  tone?: 'plain' | 'warning' | 'danger'
  /** 0 to 100 while uploading. */
  percent?: number
  isDone?: boolean
  actions?: readonly UploadAction[]
  /** A tap on a failed upload retries it (UPL-02). */
  onPress?(): void
}

/** One file of the upload list. */
export function UploadRow({
  name,
  tile,
  thumbnail,
  line,
  tone = 'plain',
  percent,
  isDone,
  actions = [],
  onPress,
}: Props) {
  return (
    <View className="upload-row">
      <View className="upload-row-press" onClick={onPress}>
        <Tile group={tile.group} label={tile.label} thumbnail={thumbnail} />
        <View className="upload-row-texts">
          <View className="upload-row-name">{name}</View>
          {percent === undefined ? null : <ProgressBar percent={percent} label={name} />}
          <View className={`upload-row-line upload-row-${tone}`}>{line}</View>
        </View>
      </View>
      {isDone ? (
        <View className="upload-row-done">
          <Icon name="check" />
        </View>
      ) : null}
      {actions.map((action) => (
        <IconButton key={action.icon} icon={action.icon} label={action.label} onPress={action.onPress} />
      ))}
    </View>
  )
}
