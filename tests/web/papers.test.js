// The site of the papers: written once, opened from disk.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { csv, ricochet, setUp, shot, violations, withPage } from './browser.js';

const world = setUp();
const names = ['payr-glocker-2005', 'brach-1993', 'liu-2013', 'rodriguez-bowling-2011', 'leine-brogliato-2001'];
const marks = ['reproduced', 'within the rounding of the inputs', 'misprint', 'not reproduced'];
let site = '';
let report = '';
const at = (name) => path.join(site, name);
const table = (paper, id) => csv(readFileSync(at(`${paper}-${id}.csv`), 'utf8'));
/** Names of the tables of entries of a paper: those whose files have a class column. */
const tablesOf = (paper) =>
  readdirSync(site)
    .filter((f) => f.startsWith(`${paper}-`) && f.endsWith('.csv'))
    .map((f) => f.slice(paper.length + 1, -4))
    .filter((id) => readFileSync(at(`${paper}-${id}.csv`), 'utf8').startsWith('row,quantity,unit,printed,computed'));

before(() => {
  site = world.file('site');
  report = ricochet('reproduce', 'all', '--quiet', '-o', site);
});

test('the index tells the totals of the report and leads to every paper', async () => {
  await withPage(world, at('index.html'), async (page) => {
    const total = report.match(/All papers: (\d+) reproduced, (\d+) within .*?, (\d+) misprints, (\d+) not reproduced/);
    const bar = (await page.locator('header.title .numbers').innerText()).replace(/\s+/g, ' ');
    for (const n of total.slice(1)) assert.ok(bar.includes(n), `${n} in "${bar}"`);
    const links = await page.locator('.cards h3 a').evaluateAll((list) => list.map((a) => a.getAttribute('href')));
    assert.deepEqual(links, names.map((n) => `${n}.html`));
    for (const [i, href] of links.entries()) {
      await page.locator(`.cards h3 a[href="${href}"]`).click();
      await page.locator('.paper-page h1').waitFor();
      assert.match(page.url(), new RegExp(`${names[i]}\\.html$`));
      await page.getByRole('link', { name: 'All papers' }).click();
      await page.locator('.index-page h1').waitFor();
    }
  });
});

for (const paper of names) {
  test(`${paper}: every number in its cells is that of the CSV files, with its class`, async () => {
    await withPage(world, at(`${paper}.html`), async (page) => {
      for (const id of tablesOf(paper)) {
        const cells = await page.locator(`#table-${id} td.cell`).evaluateAll((list) =>
          list.map((c) => ({
            printed: c.querySelector('.printed').textContent.replaceAll('−', '-'),
            computed: c.querySelector('.computed').textContent.replaceAll('−', '-'),
            exact: c.title.match(/computed ([^,:]+)/)[1],
            kind: Number(c.dataset.class),
          })),
        );
        // A page may put rows that share quantities into one grid; the order of entries in a row may change then.
        const key = (e) => `${e.printed} ${e.exact} ${e.kind}`;
        const rows = table(paper, id);
        const wanted = rows.map((r) => ({ printed: r.printed, exact: String(Number(r.computed)), kind: marks.indexOf(r.class) }));
        assert.deepEqual(cells.map(key).sort(), wanted.map(key).sort(), id);
        for (const c of cells) {
          // Shown with one digit more than printed: right to half a unit of it.
          const unit = c.computed.includes('e')
            ? 10 ** (Number(c.computed.split('e')[1]) - (c.computed.split('e')[0].split('.')[1] ?? '').length)
            : 10 ** -(c.computed.split('.')[1] ?? '').length;
          assert.ok(Math.abs(Number(c.computed) - Number(c.exact)) <= 0.5000001 * unit + 1e-13, `${id} ${c.computed} ${c.exact}`);
        }
      }
    });
  });

  test(`${paper}: figures are drawn, links lead to files, nothing sticks out of a phone`, async () => {
    await withPage(
      world,
      at(`${paper}.html`),
      async (page) => {
        const svgs = readdirSync(site).filter((f) => f.startsWith(`${paper}-`) && f.endsWith('.svg'));
        const images = page.locator('.figures img');
        assert.equal(await images.count(), svgs.length);
        const widths = await images.evaluateAll((list) => Promise.all(list.map((i) => i.decode().then(() => i.naturalWidth))));
        assert.ok(widths.every((w) => w > 0));
        const alts = await images.evaluateAll((list) => list.map((i) => i.alt));
        assert.ok(alts.every((a) => a.length > 20));
        const files = new Set(readdirSync(site));
        const targets = await page.locator('main a').evaluateAll((list) => list.map((a) => a.getAttribute('href')));
        for (const t of targets) {
          if (t.startsWith('#')) assert.equal(await page.locator(t).count(), 1, t);
          else assert.ok(files.has(t.split('#')[0]), t);
        }
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(over, 0);
      },
      { viewport: { width: 360, height: 800 } },
    );
  });
}

test('filters leave the entries of a class, with their reasons', async () => {
  await withPage(world, at('brach-1993.html'), async (page) => {
    const wanted = tablesOf('brach-1993').flatMap((id) => table('brach-1993', id));
    const counted = (k) => page.locator(`td.cell:not(.dim)[data-class="${k}"]`).count();
    for (const [button, kinds] of [
      ['Misprints', [2]],
      ['Not reproduced', [3]],
      ['Agree', [0, 1]],
      ['All entries', [0, 1, 2, 3]],
    ]) {
      const pressed = page.getByRole('button', { name: button, exact: true });
      await pressed.focus();
      await page.keyboard.press('Enter');
      assert.equal(await pressed.getAttribute('aria-pressed'), 'true');
      for (const k of [0, 1, 2, 3]) {
        const n = wanted.filter((r) => r.class === marks[k]).length;
        assert.equal(await counted(k), kinds.includes(k) ? n : 0, `${button}: ${marks[k]}`);
      }
      if (button === 'Misprints') {
        const reasons = (await page.locator('#tables tr.words:visible li').allInnerTexts()).length;
        assert.equal(reasons, wanted.filter((r) => r.class === 'misprint').length);
      }
    }
    await shot(page, 'papers-brach-filtered');
  });
});

test('a mark opens the reason of its entry', async () => {
  await withPage(world, at('rodriguez-bowling-2011.html'), async (page) => {
    const mark = page.locator('#table-table1 button.mark').first();
    const words = page.locator('#table-table1 tr.words').first();
    assert.equal(await words.isVisible(), false);
    await mark.focus();
    await page.keyboard.press('Enter');
    assert.equal(await mark.getAttribute('aria-expanded'), 'true');
    assert.match(await words.innerText(), /3\.614|free flight|4\.427/);
    await page.keyboard.press('Enter');
    assert.equal(await words.isVisible(), false);
  });
});

test('experiment, paper, printed model and reconstruction stand side by side, and apart', async () => {
  await withPage(world, at('liu-2013.html'), async (page) => {
    const wanted = csv(readFileSync(at('liu-2013-table4_comparison.csv'), 'utf8'));
    const rows = await page.locator('#table-table4 tbody tr:has(svg)').evaluateAll((list) =>
      list.map((r) => {
        const c = [...r.children];
        const n = (e) => Number(e.textContent.trim().replaceAll('−', '-'));
        return { case: n(c[0]), experiment: n(c[2]), band: c[3].title.split(' to ').map(Number), paper: n(c[4]), model: Number(c[5].title), again: Number(c[6].title), inside: c[5].className.includes('inside') };
      }),
    );
    assert.equal(rows.length, 24);
    for (const r of rows) {
      const w = wanted.find((x) => Number(x.case) === r.case && Number(x.experiment) === r.experiment);
      assert.ok(w);
      assert.deepEqual(
        [r.paper, r.model, r.again, ...r.band],
        [w.paper, w.printed_model, w.reconstruction, w.experiment_low, w.experiment_high].map(Number),
      );
      assert.equal(r.inside, r.band[0] <= r.model && r.model <= r.band[1]);
    }
    assert.equal(await page.locator('#table-table4 h3 .badge').innerText(), 'model as printed');
    assert.equal(await page.locator('#table-table4_reconstruction h3 .badge').innerText(), 'reconstruction, not a prediction');
  });
});

test('formulas are typeset and words are left alone', async () => {
  await withPage(world, at('liu-2013.html'), async (page) => {
    const text = await page.locator('#findings').innerText();
    for (const wanted of ['θ′ is within', 'Painlevé\'s condition', '2/√(3)']) assert.ok(text.includes(wanted), wanted);
    assert.doesNotMatch(text, /sqrt|theta|v_1|Painleve'/);
    assert.equal(await page.locator('#findings sub', { hasText: /^1$/ }).first().innerText(), '1');
    assert.match(await page.locator('#misprints').innerText(), /≤/);
  });
});

test('a link into a page arrives at its table', async () => {
  await withPage(world, at('index.html'), async (page) => {
    await page.goto(`${page.url().replace('index.html', 'brach-1993.html')}#table-table6`);
    await page.locator('h1').waitFor();
    const top = await page.locator('#table-table6').evaluate((e) => e.getBoundingClientRect().top);
    assert.ok(top > -5 && top < 300, `${top}`);
  });
});

for (const [scheme, name] of [
  ['light', 'index'],
  ['dark', 'index'],
  ['light', 'liu-2013'],
  ['dark', 'brach-1993'],
]) {
  test(`${name} in ${scheme} colours has no serious violation of accessibility`, async () => {
    await withPage(
      world,
      at(`${name}.html`),
      async (page) => {
        assert.deepEqual(await violations(page), []);
        await shot(page, `papers-${name}-${scheme}`);
      },
      { colorScheme: scheme },
    );
  });
}

test('on paper the reasons are printed and the controls are not', async () => {
  await withPage(world, at('rodriguez-bowling-2011.html'), async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.filters button').first().isVisible(), false);
    assert.equal(await page.locator('#table-table1 tr.words').first().isVisible(), true);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), 'rgb(255, 255, 255)');
    await shot(page, 'papers-print', { fullPage: true });
  });
});
