import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isCore } from './core-files.ts'
import { devPages } from './dev-pages.ts'

/** Declares the order of the CSS layers first, wherever the bundler puts the files. */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer tokens, base, parts, pages;${String(file.source)}`
  },
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A style's mark behind the names of its classes: one for each file, since one for each class is all that page, style and script cannot pack. */
const markOf = (file: string) =>
  createHash('sha256')
    .update(relative(root, file.replace(/\?.*$/, '')))
    .digest('base64url')
    .slice(0, 3)

/** Adds each screen's file name for the page renderer. */
const screenFiles: Plugin = {
  name: 'screen-files',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/app\/routes\.tsx$/ },
    handler: (code) =>
      code.replace(
        /\(\) => import\('\.\.\/([^']+)'\)/g,
        (fetchScreen, file) => `Object.assign(${fetchScreen}, { file: 'src/${file}' })`,
      ),
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), layersFirst, devPages(), ...(isSsrBuild ? [screenFiles] : [])],
  resolve: {
    alias: [{ find: '@dhow/ui/icons', replacement: fileURLToPath(new URL('./src/shared/icon.tsx', import.meta.url)) }],
    conditions: ['dhow-source', 'module', 'browser', 'development|production'],
  },
  // In development Node loads the packages, because Vite runs only ES modules and React is CommonJS.
  ssr: { resolve: { conditions: ['dhow-source'] }, noExternal: isSsrBuild ? true : [/^@dhow\//] },
  css: { modules: { generateScopedName: (name, file) => `${name}_${markOf(file)}` } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // Do not list the core, which is already loaded, and message-reasons: naming them would cost the core more.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needs) =>
        needs.filter((need) => !/\/(core|beyond-lobby|rolldown-runtime|message-reasons)-/.test(need)),
    },
    // One style for all screens, inlined into the page, so that no screen waits for its own file.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'src/entry-client.tsx',
            output: {
              // The first script names every screen's file, and hexadecimal digits compress better than base 64.
              hashCharacters: 'hex',
              codeSplitting: {
                groups: [
                  {
                    name: 'core',
                    // One file compresses better and costs less than several fetched together.
                    test: isCore,
                  },
                  // Fetched with the first screen that is not the lobby: the table of screens, the calls of all of them, the names of the English
                  // words, and parts of most screens.
                  {
                    name: 'beyond-lobby',
                    test: /src\/app\/(routes|deposit-paths)\.|packages\/contract\/src\/calls\.|src\/shared\/words\/english\.|packages\/ui\/src\/layout\.|src\/shared\/(format-more|search-params)\./,
                  },
                  // Always fetched together; separate, the first script would name both for each screen.
                  { name: 'translate', test: /src\/shared\/translate\.|packages\/contract\/src\/player-texts/ },
                  { name: 'deposit-gate', test: /deposits\/(deposit-gate|deposits\.module)|src\/shared\/on-break/ },
                  // Parts of most forms: ten small files would cost more to name than their content.
                  {
                    name: 'forms',
                    test: /packages\/ui\/src\/(field|dialog|copy-line)|src\/shared\/(form|form-message|facts|market|mobile-fields|code-field|send-code|countdown|amount-field|amount-rules)\.|accounts\/(auth-steps|code-step|password-field|password-rules|accounts\.module)/,
                  },
                ],
              },
            },
          },
        }),
  },
}))
