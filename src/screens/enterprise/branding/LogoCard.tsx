import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { Logo } from '@/stores/enterprise/LogoStore'
import { PictureActions } from '../../session/security/PictureActions'

interface Props {
  logo: Logo
  /** The logo that visitors see where this one is not set. */
  fallback?: Logo
  onPick(): void
}

/** The logo for one background, shown on it, and its actions. */
export const LogoCard = observer(function LogoCard({ logo, fallback, onPick }: Props) {
  const { feedback, platform } = useApp()
  const t = usePackageWords(loadAccountWords)
  const { address, doing, name: ground, isDraft } = logo
  const fallen = fallback?.address ? platform.origin + fallback.address : null
  const picture = logo.picture ?? fallen

  async function save() {
    if (await logo.save()) feedback.toast({ text: t('logo.saved') })
  }

  async function remove() {
    const words = { title: { text: t('logo.removeTitle') }, confirm: { text: t('logo.remove') }, isDanger: true }
    const isAgreed = await feedback.confirm({ text: t(`logo.removeText.${ground}`) }, words)
    if (isAgreed && (await logo.remove())) feedback.toast({ text: t('logo.removed') })
  }

  return (
    <View className="logo-card" role="group" aria-label={t(`logo.${ground}`)}>
      <View className="security-row">
        <View className="security-row-label">{t(`logo.${ground}`)}</View>
        <View className="security-row-value">{state()}</View>
      </View>
      <View className={`logo-ground logo-ground-${ground}`}>
        {picture === null ? (
          <View className="logo-none">{t('logo.none')}</View>
        ) : (
          <Image className="logo-picture" mode="aspectFit" src={picture} ariaLabel={t(`logo.${ground}`)} />
        )}
      </View>
      <PictureActions
        picture={logo}
        repicks
        onPick={onPick}
        onSave={() => void save()}
        onRemove={() => void remove()}
      />
    </View>
  )

  function state(): string {
    if (doing === 'save') return t('logo.saving')
    if (doing === 'remove') return t('logo.removing')
    if (isDraft) return t('logo.unsaved')
    if (address !== null) return t('logo.shown')
    return t(fallen === null ? 'logo.unset' : 'logo.asLight')
  }
})
