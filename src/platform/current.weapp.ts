import { createPlatform } from './weapp'

export const platform = createPlatform()
