import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import type { SmallPicture } from '@/stores/session/SmallPicture'

interface Props {
  picture: SmallPicture
  /** Whether another picture can be picked while one is unsaved. */
  repicks?: boolean
  onPick(): void
  onSave(): void
  onRemove(): void
}

/** Why a small picture was refused, and its actions. */
export const PictureActions = observer(function PictureActions({ picture, repicks, onPick, onSave, onRemove }: Props) {
  const t = usePackageWords(loadAccountWords)
  const { address, doing, isDraft, error } = picture
  return (
    <>
      {error ? (
        <View className="logo-trouble" role="alert">
          {wordMessage(error, t)}
        </View>
      ) : null}
      <View className="logo-acts">
        {isDraft ? (
          <Button small label={t('logo.save')} loading={doing === 'save'} onPress={onSave} />
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
          <>
            {repicks ? <TextButton label={t('logo.another')} onPress={onPick} /> : null}
            <TextButton label={t('action.cancel')} onPress={() => picture.discard()} />
          </>
        ) : null}
        {!isDraft && address !== null ? <TextButton label={t('logo.remove')} onPress={onRemove} /> : null}
      </View>
    </>
  )
})
