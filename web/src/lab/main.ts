import { mount } from 'svelte';
import Lab from './Lab.svelte';
import '../theme.css';

mount(Lab, { target: document.getElementById('app')! });
