import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Facts } from '@/components/rows/Facts'
import { IconButton } from '@/components/ui/IconButton'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { tileOf } from '@/domain/items/tiles'
import { useApp } from '@/screens/app/AppContext'
import type { LandingStore } from '@/stores/landing/LandingStore'
import { wordFacts, wordName, wordSharer } from './wordLanding'

interface Props {
  store: LandingStore
  /** Absent where there is nothing to sort or search. */
  onSort?(): void
  onSearch?(): void
}

/** The item, its sharer, their message and the remaining limits, above a link's contents (LAND-03). */
export const SharerLine = observer(function SharerLine({ store: { process }, onSort, onSearch }: Props) {
  const app = useApp()
  const t = useWords<'visit'>()
  if (!process?.item) return null
  const { item, description } = process
  const facts = wordFacts(app, process, item, t)
  return (
    <View className="visit-sharer">
      <View className="visit-sharer-line">
        <Tile {...tileOf(item)} />
        <View className="visit-sharer-texts">
          <View className="visit-sharer-name" role="heading" aria-level={2}>
            {wordName(process, t)}
          </View>
          <View className="visit-sharer-facts">
            <Facts text={[wordSharer(process, t), ...facts].join(' · ')} />
          </View>
        </View>
        {onSearch ? <IconButton icon="search" label={t('visit.search.action')} onPress={onSearch} /> : null}
        {onSort ? <IconButton icon="arrow-up-down" label={t('list.sort')} onPress={onSort} /> : null}
      </View>
      {description ? <View className="visit-sharer-description">{description}</View> : null}
    </View>
  )
})
