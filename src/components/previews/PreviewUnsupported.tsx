import { View } from '@tarojs/components'
import type { Tile as TileKind } from '@/domain/items/tiles'
import { useWords } from '../ui/context'
import { PreviewActions, type PreviewAction } from './PreviewActions'
import { Tile } from '../ui/Tile'
import './PreviewState.scss'

interface Props {
  tile: TileKind
  /** Why there is no preview. */
  text: string
  actions?: readonly PreviewAction[]
}

/** No preview: the reason, and other actions (PREV-05). */
export function PreviewUnsupported({ tile, text, actions = [] }: Props) {
  const t = useWords<'preview'>()
  return (
    <View className="preview-state" role="alert">
      <Tile group={tile.group} label={tile.label} large />
      <View className="preview-state-title">{t('preview.failed')}</View>
      <View className="preview-state-text">{text}</View>
      <PreviewActions actions={actions} />
    </View>
  )
}
