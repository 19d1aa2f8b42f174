import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { OpenSession } from '@/stores/applications/OpenSession'

interface Props {
  session: OpenSession
  trailing?: ReactNode
  onBack?(): void
  onClose(): void
}

/** The purpose of the frame, the site that asks, and the user it acts for (OPEN-07). */
export const OpenHead = observer(function OpenHead({ session, trailing, onBack, onClose }: Props) {
  const t = useWords<'open'>()
  const { module, productName, userName } = session.options
  const name = userName || session.user?.name
  const product = productName || session.user?.application.name
  const facts = [product ? t('open.shownBy', { product }) : '', name ? t('open.actingFor', { name }) : '']
  return (
    <>
      <Header
        title={t(`open.title.${module}`)}
        onBack={onBack}
        leading={onBack ? undefined : <IconButton icon="x" label={t('action.close')} onPress={onClose} />}
        trailing={trailing}
      />
      <View className="open-facts">{facts.filter(Boolean).join(' · ')}</View>
    </>
  )
})
