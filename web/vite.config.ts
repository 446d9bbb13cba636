// Builds the shell of the pages: one HTML file with its script and style inside. The program puts the data into it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// Script and style move into the HTML file, where no network and no second file is needed.
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['page.html'];
      if (page?.type !== 'asset') throw new Error('page.html was not built');
      let html = String(page.source);
      const put = (pattern: RegExp, text: string) => {
        if (!pattern.test(html)) throw new Error(`page.html has no ${pattern}`);
        html = html.replace(pattern, () => text);
      };
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') {
          // At the end of the body: the data are there when it runs.
          put(/<script type="module"[^>]*><\/script>\s*/, '');
          const code = file.code.replace(/<\/script/g, '<\\/script').replace(/<!--/g, '<\\!--');
          put(/<\/body>/, `<script type="module">${code}</script>\n</body>`);
        } else if (name.endsWith('.css')) {
          put(/<link rel="stylesheet"[^>]*>/, `<style>${String(file.source)}</style>`);
        } else continue;
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), oneFile()],
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 20,
    emptyOutDir: true,
    rollupOptions: { input: 'page.html', output: { inlineDynamicImports: true } },
  },
});
