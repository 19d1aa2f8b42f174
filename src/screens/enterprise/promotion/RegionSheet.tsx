import { ScrollView, View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { Field } from '@/components/fields/Field'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { Language } from '@/contract/entities'
import { areaCodes, searchAreaCodes } from './areaCodes'

interface Props {
  language: Language
  onChoose(code: string): void
  onClose(): void
}

/** Every country and region with its calling code. */
export default function RegionSheet({ language, onChoose, onClose }: Props) {
  const t = useWords<'promotion'>()
  const [typed, setTyped] = useState('')
  const all = useMemo(() => areaCodes(language), [language])
  const found = searchAreaCodes(all, typed)
  return (
    <Sheet label={t('promotion.form.region')} onClose={onClose}>
      <SheetHead title={t('promotion.form.region')} />
      <View className="region-search">
        <Field label={t('promotion.form.regionSearch')} value={typed} confirmType="search" onChange={setTyped} />
      </View>
      <ScrollView className="region-list" scrollY>
        {found.length === 0 ? <View className="region-none">{t('promotion.form.regionNone')}</View> : null}
        <MenuList
          entries={found.map(({ country, name, code }) => ({
            key: country,
            label: name,
            value: code,
            onSelect: () => onChoose(code),
          }))}
        />
      </ScrollView>
    </Sheet>
  )
}
