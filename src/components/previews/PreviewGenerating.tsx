import { View } from '@tarojs/components'
import type { Tile as TileKind } from '@/domain/items/tiles'
import { useWords } from '../ui/context'
import { PreviewActions, type PreviewAction } from './PreviewActions'
import { ProgressBar } from '../ui/ProgressBar'
import { Tile } from '../ui/Tile'
import './PreviewState.scss'

interface Props {
  tile: TileKind
  /** The work under way; absent: rendering the preview. */
  title?: string
  /** 0 to 100 (PREV-04). */
  percent: number
  /** The file is large, so rendering takes long. */
  isLong?: boolean
  actions?: readonly PreviewAction[]
}

/** A preview that is being rendered. */
export function PreviewGenerating({ tile, title, percent, isLong, actions = [] }: Props) {
  const t = useWords<'preview'>()
  const percentText = t('preview.percent', { n: Math.round(percent) })
  return (
    <View className="preview-state preview-generating">
      <Tile group={tile.group} label={tile.label} large />
      <View className="preview-state-title">{title ?? t('preview.generating')}</View>
      <ProgressBar percent={percent} label={title ?? t('preview.generating')} />
      <View className="preview-state-text">
        {isLong ? `${percentText} · ${t('preview.generatingHint')}` : percentText}
      </View>
      <PreviewActions actions={actions} />
    </View>
  )
}
