import { View } from '@tarojs/components'
import { ROW_HEIGHT } from '@/domain/lists/slots'
import { useWords } from './context'
import './Skeleton.scss'

interface Props {
  rows?: number
}

/** What stands where rows will come. */
export function Skeleton({ rows = 8 }: Props) {
  const t = useWords()
  return (
    <View className="skeleton" style={{ height: `${rows * ROW_HEIGHT}px` }} role="img" aria-label={t('list.loading')} />
  )
}
