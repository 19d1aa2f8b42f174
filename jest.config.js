/** What needs neither a server nor a built app. A file named .h5.test or .weapp.test is drawn as that build draws it, .both.test as each of them. */
const shared = {
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  transform: { '\\.tsx?$': '<rootDir>/tests/esbuildTransform.cjs' },
}
const alias = { '^@/(.*)$': '<rootDir>/src/$1' }

/** @param {'h5' | 'weapp'} build @param {string} tags the Taro components of that build */
const drawn = (build, tags) => ({
  ...shared,
  displayName: build,
  testEnvironment: 'jsdom',
  testMatch: [`<rootDir>/tests/components/**/*.{${build},both}.test.ts?(x)`],
  transform: { '\\.[jt]sx?$': '<rootDir>/tests/esbuildTransform.cjs' },
  transformIgnorePatterns: ['<rootDir>/node_modules/(?!@tarojs/test-utils-dom/|taro-ui/)'],
  moduleFileExtensions: [`${build}.tsx`, `${build}.ts`, 'tsx', 'ts', 'js', 'json'],
  moduleNameMapper: {
    '\\.scss$': '<rootDir>/tests/components/noStyles.cjs',
    '^react-dom/test-utils$': '<rootDir>/tests/components/act.cjs',
    '^@tarojs/taro$': '<rootDir>/tests/components/taro.ts',
    '^@tarojs/components$': `<rootDir>/${tags}`,
    ...alias,
  },
})

module.exports = {
  cacheDirectory: '.cache/jest',
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'plain',
      testMatch: ['<rootDir>/tests/{domain,i18n,platform,api,stores,components}/**/*.test.ts?(x)'],
      testPathIgnorePatterns: ['\\.(h5|weapp|both)\\.test\\.'],
      moduleNameMapper: alias,
    },
    drawn('h5', 'src/platform/h5/components/index.ts'),
    drawn('weapp', 'tests/components/nativeTags.tsx'),
  ],
}
