// Renders a chart as Helm does: the same template engine, functions and YAML library, without a cluster. Fails if a
// template reads a value that does not exist.
//
// Usage: go run render.go <chart> < cases.json > results.json: a list of releases, each with the values that replace
// those of the chart. Each result has the merged values, and the text of each template or an error.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

type release struct {
	Name   string
	Values object
}

type result struct {
	Values object            `json:"values"`
	Texts  map[string]string `json:"texts,omitempty"`
	Error  string            `json:"error,omitempty"`
}

type files struct{ folder string }

// Get returns an empty text for a file that does not exist.
func (f files) Get(name string) string {
	text, _ := os.ReadFile(filepath.Join(f.folder, name))
	return string(text)
}

func main() {
	chart := os.Args[1]
	var releases []release
	check(json.NewDecoder(os.Stdin).Decode(&releases))
	results := []result{}
	for _, each := range releases {
		values := merge(readYaml(filepath.Join(chart, "values.yaml")), each.Values)
		texts, err := render(chart, each.Name, values)
		next := result{Values: values, Texts: texts}
		if err != nil {
			next.Error = err.Error()
		}
		results = append(results, next)
	}
	check(json.NewEncoder(os.Stdout).Encode(results))
}

func render(chart, name string, values object) (map[string]string, error) {
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	root.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		if _, err := root.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	data := object{
		"Chart":   chartFields(readYaml(filepath.Join(chart, "Chart.yaml"))),
		"Files":   files{chart},
		"Release": object{"Name": name, "Namespace": "default", "Service": "Helm"},
		"Values":  values,
	}
	texts := map[string]string{}
	for _, path := range paths {
		file := filepath.Base(path)
		if strings.HasPrefix(file, "_") {
			continue
		}
		var text strings.Builder
		if err := root.ExecuteTemplate(&text, file, data); err != nil {
			return nil, err
		}
		texts[file] = text.String()
	}
	return texts, nil
}

// chartFields names the fields of Chart.yaml as Helm does.
func chartFields(fields object) object {
	named := object{}
	for name, value := range fields {
		named[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return named
}

// merge replaces values one by one in nested objects. A null removes the default.
func merge(defaults, values object) object {
	for name, value := range values {
		table, isTable := value.(object)
		below, hasTable := defaults[name].(object)
		switch {
		case value == nil:
			delete(defaults, name)
		case isTable && hasTable:
			defaults[name] = merge(below, table)
		default:
			defaults[name] = value
		}
	}
	return defaults
}

func readYaml(path string) object {
	text, err := os.ReadFile(path)
	check(err)
	var content object
	check(yaml.Unmarshal(text, &content))
	return content
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
