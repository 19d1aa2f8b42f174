import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { loadAccountWords } from '@/i18n/session/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { SmallPicture } from '@/stores/session/SmallPicture'
import { PictureActions } from './PictureActions'

interface Props {
  picture: SmallPicture
  onPick(): void
}

/** The user's picture (CONT-03), and its actions. */
export const PictureScreen = observer(function PictureScreen({ picture, onPick }: Props) {
  const { feedback, sessionContext } = useApp()
  const t = usePackageWords(loadAccountWords)
  useEffect(needLazyWords, [])
  const { address, isDraft } = picture
  const { user } = sessionContext

  async function save() {
    if (await picture.save()) feedback.toast({ text: t('picture.saved') })
  }

  async function remove() {
    const words = { title: { text: t('picture.removeTitle') }, confirm: { text: t('logo.remove') }, isDanger: true }
    const isAgreed = await feedback.confirm({ text: t('picture.removeText') }, words)
    if (isAgreed && (await picture.remove())) feedback.toast({ text: t('logo.removed') })
  }

  return (
    <View className="security">
      <View className="security-text">{t('picture.text')}</View>
      <View className="logo-card" role="group" aria-label={t('picture.title')}>
        <View className="own-picture">
          {isDraft && picture.picture !== null ? (
            <Image
              className="own-picture-draft"
              mode="aspectFill"
              src={picture.picture}
              ariaLabel={t('logo.unsaved')}
            />
          ) : (
            <Avatar userId={user?.id ?? 0} name={user?.name ?? ''} picture={address ?? undefined} />
          )}
        </View>
        <PictureActions picture={picture} onPick={onPick} onSave={() => void save()} onRemove={() => void remove()} />
      </View>
    </View>
  )
})
