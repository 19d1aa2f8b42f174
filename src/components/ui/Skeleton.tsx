import { View } from '@tarojs/components'
import { rowHeightOf } from '@/domain/items/lists/slots'
import { useWords } from './context'
import './Skeleton.scss'

interface Props {
  rows?: number
}

/** Placeholder for rows that are loading. */
export function Skeleton({ rows = 8 }: Props) {
  const t = useWords()
  return (
    <View
      className="skeleton"
      style={{ height: `${rows * rowHeightOf(1)}px` }}
      role="img"
      aria-label={t('list.loading')}
    />
  )
}
