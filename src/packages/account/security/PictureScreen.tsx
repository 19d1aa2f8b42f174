import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Avatar } from '@/components/Avatar'
import { Button } from '@/components/Button'
import { TextButton } from '@/components/TextButton'
import { loadAccountWords } from '@/i18n/account/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/AppContext'
import { usePackageWords } from '@/screens/usePackageWords'
import { wordMessage } from '@/screens/wordMessage'
import type { SmallPicture } from '@/stores/session/SmallPicture'

interface Props {
  picture: SmallPicture
  onPick(): void
}

/** The picture that others see beside the user's name (CONT-03), and what can be done with it. */
export const PictureScreen = observer(function PictureScreen({ picture, onPick }: Props) {
  const { feedback, sessionContext } = useApp()
  const t = usePackageWords(loadAccountWords)
  useEffect(needLazyWords, [])
  const { address, doing, isDraft, trouble } = picture
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
        {trouble ? (
          <View className="logo-trouble" role="alert">
            {wordMessage(trouble, t)}
          </View>
        ) : null}
        <View className="logo-acts">
          {isDraft ? (
            <Button small label={t('logo.save')} loading={doing === 'save'} onPress={() => void save()} />
          ) : (
            <Button
              small
              tone="weak"
              label={t(address === null ? 'logo.choose' : 'logo.another')}
              loading={doing === 'read'}
              disabled={doing === 'remove'}
              onPress={onPick}
            />
          )}
          {isDraft && doing !== 'save' ? (
            <TextButton label={t('action.cancel')} onPress={() => picture.discard()} />
          ) : null}
          {!isDraft && address !== null ? <TextButton label={t('logo.remove')} onPress={() => void remove()} /> : null}
        </View>
      </View>
    </View>
  )
})
