import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWords } from '../ui/context'
import { Icon } from '../ui/Icon'
import { Sheet } from './Sheet'
import { SheetHead } from './SheetHead'
import './SortSheet.scss'

type SortBy = 'date' | 'name' | 'size'
type Direction = 'asc' | 'desc'

interface Props {
  /** The order in force, as the server says. */
  by: SortBy
  direction: Direction
  /** Label of the date order. */
  dateWord: string
  /** Below the orders. */
  children?: ReactNode
  onChoose(by: SortBy, direction: Direction): void
  onClose(): void
}

const orders: readonly (readonly [SortBy, Direction])[] = [
  ['date', 'desc'],
  ['date', 'asc'],
  ['name', 'asc'],
  ['name', 'desc'],
  ['size', 'desc'],
  ['size', 'asc'],
]

/** The six orders of a list (LIST-04). */
export function SortSheet({ by, direction, dateWord, children, onChoose, onClose }: Props) {
  const t = useWords()
  return (
    <Sheet label={t('sort.title')} onClose={onClose}>
      <SheetHead title={t('sort.title')} />
      <View className="sort-sheet" role="radiogroup" aria-label={t('sort.title')}>
        {orders.map(([key, way]) => {
          const isInForce = key === by && way === direction
          return (
            <View
              key={key + way}
              className={isInForce ? 'sort-sheet-order sort-sheet-in-force' : 'sort-sheet-order'}
              role="radio"
              aria-checked={isInForce}
              onClick={() => onChoose(key, way)}
            >
              {key === 'date' ? dateWord : t(`sort.by.${key}`)}
              <View className="sort-sheet-way">{t(`sort.order.${key}.${way}`)}</View>
              {isInForce ? <Icon name="check" size={20} /> : null}
            </View>
          )
        })}
      </View>
      {children}
    </Sheet>
  )
}
