import type { Language } from '@/contract/entities'
import type { Configuration } from './configuration'

const names: Record<Language, string> = { 'zh-CN': '书包云盘', 'zh-TW': '書包雲盤', en: 'Satchel' }

/** The name of the product, as configured or in a language. */
export function productNameIn(language: Language, { productName }: Pick<Configuration, 'productName'>): string {
  return productName ?? names[language]
}
