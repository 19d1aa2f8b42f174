import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/Button'
import { Header } from '@/components/Header'
import { Icon } from '@/components/Icon'
import { SheetHead } from '@/components/SheetHead'
import { Skeleton } from '@/components/Skeleton'
import { Tile } from '@/components/Tile'
import { WordsContext } from '@/components/context'
import { useModal } from '@/components/useModal'
import type { Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { tileOf } from '@/domain/items/tiles'
import { whyNotShare } from '@/domain/items/sharing'
import { wordSize } from '@/i18n/format'
import { loadShareWords } from '@/i18n/share/load'
import { useApp } from '@/screens/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { refusalOf } from '@/stores/items/refusalOf'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { usePackageWords } from '@/screens/usePackageWords'
import { ShareStore } from '@/stores/items/ShareStore'
import '@/theme/lazyIcons.scss'
import './share.scss'

interface Props {
  typedId: string
  onClose(): void
}

/** What can be given to others of one item: for now its own address (ACT-12). */
export const SharePanel = observer(function SharePanel({ typedId, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadShareWords)
  const [share] = useState(() => new ShareStore(app, typedId))
  useEffect(() => void share.find(), [share])

  const { item } = share
  const reason = item && whyNotShare(abilitySubject(app, item))
  const isOver = share.phase === 'gone' || Boolean(reason)
  useEffect(() => {
    if (item && reason) app.feedback.toast(refusalOf(reason, item))
  }, [app, item, reason])
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  const ref = useModal(onClose)
  return (
    <WordsContext.Provider value={t}>
      <View ref={ref} className="share" role="dialog" aria-modal aria-label={t('share.title')}>
        <Header title={t('share.title')} onBack={onClose} />
        <View className="share-body">
          {!item || isOver ? (
            <Skeleton />
          ) : (
            <>
              <View className="share-card">
                <Card item={item} />
              </View>
              <View className="share-card">
                <View className="share-label">{t('share.address')}</View>
                <Text className="share-address" userSelect>
                  {share.address}
                </Text>
                <Button label={t('share.copy')} onPress={() => void share.copyAddress()} />
                <View className="share-note">
                  <Icon name="lock" size={16} />
                  <View className="share-note-text">{t('share.note')}</View>
                </View>
              </View>
            </>
          )}
        </View>
      </View>
    </WordsContext.Provider>
  )
})

function Card({ item }: { item: Item }) {
  const app = useApp()
  return (
    <SheetHead
      picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
      title={item.name}
      text={item.type === 'file' ? wordSize(formatSize(item.size)) : undefined}
    />
  )
}
