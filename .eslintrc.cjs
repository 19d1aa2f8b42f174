/* The direction of imports: contract ← domain ← api ← stores ← screens ← pages ← app, components beside stores. Each zone says why. */
const zone = (target, from, message, except) => ({ target, from, message, ...(except ? { except } : {}) })
const views = ['components', 'shell', 'screens', 'pages', 'packages']
const above = {
  contract: ['domain', 'platform', 'api', 'stores', ...views, 'i18n', 'theme'],
  domain: ['platform', 'api', 'stores', ...views, 'i18n', 'theme'],
  i18n: ['platform', 'api', 'stores', ...views, 'theme'],
  api: ['stores', ...views, 'theme'],
  stores: [...views, 'theme'],
  components: ['api', 'stores', 'shell', 'screens', 'pages', 'packages'],
  platform: ['api', 'stores', ...views],
  shell: ['components', 'screens', 'pages', 'packages'],
  screens: ['pages', 'packages'],
  packages: ['pages'],
}
const why = {
  contract: 'The contract knows nothing above it: it is the wire, shared with the server.',
  domain: 'The domain holds the rules alone: no platform, no words, no screens.',
  i18n: 'Words are data: they know neither stores nor screens.',
  api: 'The api layer serves the stores; it never calls up.',
  stores: 'Stores know no screens: screens and pages observe them.',
  components: 'Components take props; what needs the api is a store, what needs a store is a screen.',
  platform: 'The platform is a port: it knows no screen and no store.',
  shell: 'The shell runs before and behind the first page: it draws no screen of the app.',
  screens: 'Screens are what pages share: a piece of one page stays with that page.',
  packages: 'A page of the main package is no part of another package: what both need is a screen.',
}
const layers = Object.entries(above).flatMap(([layer, list]) =>
  list.map((from) => zone(`./src/${layer}`, `./src/${from}`, why[layer])),
)

module.exports = {
  root: true,
  parser: '@typescript-eslint/parser',
  parserOptions: { ecmaVersion: 2022, sourceType: 'module', ecmaFeatures: { jsx: true } },
  plugins: ['@typescript-eslint', 'import', 'react-hooks'],
  settings: { 'import/resolver': { typescript: { project: ['tsconfig.json'] } } },
  ignorePatterns: ['node_modules', 'dist', 'data', '.cache', 'tests/weapp/host/fixture', 'tests/browser/shots'],
  reportUnusedDisableDirectives: true,
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-debugger': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-unused-vars': 'off',
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'react-hooks/rules-of-hooks': 'error',
    'react-hooks/exhaustive-deps': 'error',
    'import/no-restricted-paths': [
      'error',
      {
        zones: [
          ...layers,
          zone('./src/api', './src/platform', 'Only the port: what runs behind it is chosen in app.tsx.', [
            './Platform.ts',
            './canceler.ts',
          ]),
          zone('./src/stores', './src/platform', 'Only the port: what runs behind it is chosen in app.tsx.', [
            './Platform.ts',
            './canceler.ts',
          ]),
          zone('./src/components', './src/platform', 'Components ask no phone: what differs comes as a prop.', [
            './Platform.ts',
          ]),
          ...['screens', 'pages', 'packages'].map((room) =>
            zone(`./src/${room}`, './src/platform', 'Screens and pages reach the phone through the stores.', [
              './Platform.ts',
            ]),
          ),
          zone('./src', './server', 'What reaches a phone never imports the server.'),
          zone(
            './server',
            './src',
            'The server shares the contract, the domain and the words of errors, nothing else.',
            ['./contract', './domain', './i18n/errors'],
          ),
        ],
      },
    ],
  },
  overrides: [
    {
      files: ['**/*.{ts,mts,tsx}'],
      parserOptions: { project: './config/tsconfig.lint.json', tsconfigRootDir: __dirname },
      rules: {
        '@typescript-eslint/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
            ],
          },
        ],
        '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludedFiles: ['src/contract/**', 'src/**/*.d.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@sinclair/typebox',
                message: 'Schemas stay in the contract: the client carries its types only.',
              },
            ],
          },
        ],
        'no-restricted-syntax': [
          'error',
          {
            selector: "ImportDeclaration[importKind!='type'][source.value=/^@\\u002fcontract/]",
            message:
              'The client takes only the types of the contract (import type): its schemas would cost bytes on the first page.',
          },
        ],
      },
    },
    {
      files: ['src/{contract,domain,api,stores,i18n}/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['@tarojs/*', 'react', 'react-dom'],
                message:
                  'Taro and React stay in platform, components, screens, pages and app: rules and stores run without them.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/{domain,contract}/**/*.ts'],
      rules: {
        'no-restricted-globals': ['error', { name: 'Date', message: 'The domain has no clock: time is an argument.' }],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludedFiles: ['src/platform/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'process',
            property: 'env',
            message: 'What differs between platforms stands behind the platform port.',
          },
        ],
      },
    },
    {
      files: ['scripts/**', 'bench/**', 'tests/**', 'server/main.ts', 'config/**', '*.cjs', '*.js'],
      rules: { 'no-console': 'off' },
    },
    { files: ['*.cjs', '*.js', '*.mjs', 'config/**'], rules: { '@typescript-eslint/no-var-requires': 'off' } },
  ],
}
